package passages

// TextsOfUsers are the queries for passages without a vector.
var TextsOfUsers = []string{textsWhere + between + textsOrder, textsWhere + behind + textsOrder, textsWhere + upTo + textsOrder}
