import { describe, expect, test } from "vitest";
import { check, rulesOf } from "./model";

const GOOD = { username: "Maya", password: "Lamp-light1!" };

function username(text: string) {
  return check({ ...GOOD, username: text }).username;
}

function password(text: string) {
  return check({ ...GOOD, password: text }).password;
}

describe("username", () => {
  test.each(["May", "Mayamayama"])("VAL-01 %s passes: 3 to 10 letters", (text) => {
    expect(username(text)).toBeUndefined();
  });

  test.each(["", "M", "Ma"])("VAL-02 '%s' is too short", (text) => {
    expect(username(text)).toBe("Username must be atleast 3 characters long");
  });

  test("VAL-03 11 characters are too long", () => {
    expect(username("Mayamayamay")).toBe("Username must not exceed 10 characters");
  });

  test.each(["May4", "Ma ya", "May_a", "Mäya", "Maya\n"])("VAL-04 %j holds more than letters", (text) => {
    expect(username(text)).toBe("Username must only contain letters");
  });

  test("U-19 the first broken rule shows: length before letters", () => {
    expect(username("m4")).toBe("Username must be atleast 3 characters long");
    expect(username("m4m4m4m4m4m")).toBe("Username must not exceed 10 characters");
  });
});

describe("password", () => {
  test.each(["Abcdef1!", "Abcdefghijklmnopqr1!"])("VAL-05 %s passes: 8 to 20 characters", (text) => {
    expect(password(text)).toBeUndefined();
  });

  test.each(["", "Abcde1!"])("VAL-06 '%s' is too short", (text) => {
    expect(password(text)).toBe("Password should be atleast 8 characters long");
  });

  test("VAL-06 characters count, not UTF-16 units", () => {
    expect(password("Abc1!🧠🧠")).toBe("Password should be atleast 8 characters long");
    expect(password("Abc1!🧠🧠🧠")).toBeUndefined();
  });

  test("VAL-07 21 characters are too long", () => {
    expect(password("Abcdefghijklmnopqrs1!")).toBe("Password should not exceed 20 characters");
  });

  test("VAL-08 no uppercase letter", () => {
    expect(password("abcdef1!")).toBe("Password should contain atleast one uppercase character");
  });

  test("VAL-09 no lowercase letter", () => {
    expect(password("ABCDEF1!")).toBe("Password should contain atleast one lowercase character");
  });

  test("VAL-10 no digit", () => {
    expect(password("Abcdefg!")).toBe("Password should contain atleast one number");
  });

  test.each(Array.from("0123456789"))("VAL-10 %s is a digit", (digit) => {
    expect(password(`Abcdef!${digit}`)).toBeUndefined();
  });

  test("VAL-11 no special character", () => {
    expect(password("Abcdefg1")).toBe("Password must contain atleast one special character");
  });

  test.each(Array.from('!@#$%^&*(),.?":{}|<>'))("VAL-12 %s is a special character", (sign) => {
    expect(password(`Abcdef1${sign}`)).toBeUndefined();
  });

  test.each(Array.from("-_+=[]/\\;'`~ é€"))("VAL-12 '%s' is no special character", (sign) => {
    expect(password(`Abcdef1${sign}`)).toBe("Password must contain atleast one special character");
  });

  test("the checklist on sign-up ticks off the rules that are met", () => {
    const met = (text: string) =>
      rulesOf({ username: "", password: text })
        .map((rule) => rule.met)
        .slice(1);
    expect(met("")).toEqual([false, false, false, false, false]);
    expect(met("lamplight")).toEqual([true, false, true, false, false]);
    expect(met("Abcdef1!")).toEqual([true, true, true, true, true]);
  });
});
