package stripetest

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// Feel sets the mood.
func (s *Service) Feel(mood Mood) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mood = mood
}

// SetClock replaces the clock.
func (s *Service) SetClock(now func() time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = now
}

// WhileOpening sets a function to call while a session is opened.
func (s *Service) WhileOpening(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.whileOpening = do
}

// Calls returns the requests in order.
func (s *Service) Calls() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.calls)
}

// Pay pays an open session and returns the subscription's id, empty if it is not open.
func (s *Service) Pay(sessionID string) (subscriptionID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	session := s.sessions[sessionID]
	if session["status"] != "open" {
		return ""
	}
	s.made++
	id := fmt.Sprintf("sub_1MowQVLkdIwHu7ix%06d", s.made)
	plan := s.subscriptions["of "+sessionID]
	price := priceOf(plan["price"].(string))
	now := s.now()
	end := now.AddDate(0, 1, 0)
	if plan["price"] == PriceYear {
		end = now.AddDate(1, 0, 0)
	}
	customer := fmt.Sprintf("cus_Na6dX7aXxi1%06d", s.made)
	s.subscriptions[id] = object{
		"id": id, "object": "subscription", "status": "active", "livemode": false, "created": now.Unix(), "start_date": now.Unix(),
		"customer": customer, "metadata": object{"engram_user": plan["user"]}, "cancel_at_period_end": false,
		"items": object{"object": "list", "has_more": false, "data": []object{{
			"id": "si_" + id, "object": "subscription_item", "price": price, "quantity": 1, "subscription": id,
			"current_period_start": now.Unix(), "current_period_end": end.Unix(),
		}}},
	}
	session["status"], session["payment_status"], session["url"] = "complete", "paid", nil
	session["customer"], session["subscription"] = customer, id
	session["customer_details"] = object{"email": Email}
	return id
}

// Returns returns the last session's return addresses.
func (s *Service) Returns() (success, cancel string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	session := s.sessions[fmt.Sprintf(sessionForm, s.made)]
	return session["success_url"].(string), session["cancel_url"].(string)
}

// Change sets fields of a subscription or session.
func (s *Service) Change(id string, fields map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, among := range []map[string]object{s.sessions, s.subscriptions} {
		if found, ok := among[id]; ok {
			for name, value := range fields {
				found[name] = value
			}
		}
	}
}

// SessionOf returns the session that led to a subscription.
func (s *Service) SessionOf(subscriptionID string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, session := range s.sessions {
		if session["subscription"] == subscriptionID {
			return id
		}
	}
	return ""
}

// Reprice changes a subscription's price and period end.
func (s *Service) Reprice(subscriptionID, price string, periodEnd time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	item := s.subscriptions[subscriptionID]["items"].(object)["data"].([]object)[0]
	item["price"], item["current_period_end"] = priceOf(price), periodEnd.Unix()
}

// Sessions returns the id of every session, sorted.
func (s *Service) Sessions() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.sessions))
}

// Statuses returns the status of every subscription, sorted.
func (s *Service) Statuses() (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, subscription := range s.subscriptions {
		if status, ok := subscription["status"].(string); ok {
			all = append(all, status)
		}
	}
	slices.Sort(all)
	return all
}

// Event returns a signed webhook event about the current state of an object.
func (s *Service) Event(kind, id string, at time.Time) (payload, signature string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	about := s.subscriptions[id]
	if about == nil {
		about = s.sessions[id]
	}
	s.made++
	body := encode(object{
		"id": fmt.Sprintf("evt_1NG8Du2eZvKYlo2C%06d", s.made), "object": "event", "type": kind, "livemode": false, "created": at.Unix(),
		"api_version": "2019-02-19", "data": object{"object": about},
	})
	return string(body), sign(body, Secret, at)
}

// Sign returns the signature header of a payload.
func Sign(payload, secret string, at time.Time) string { return sign([]byte(payload), secret, at) }
