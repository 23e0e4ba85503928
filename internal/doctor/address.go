package doctor

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Public checks the address that people use.
func Public(ctx context.Context, address string) []Finding {
	answer, err := Get(ctx, strings.TrimSuffix(address, "/")+"/readyz", "")
	if err != nil {
		return []Finding{{
			Found:  "from here nothing answers at " + address + ": " + err.Error(),
			Advice: "see the name, the proxy and its certificate; a router may keep this machine from reaching itself by that name",
		}}
	}
	if answer.Code != http.StatusOK || !strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json") {
		return []Finding{{
			Found:  fmt.Sprintf("%s/readyz answers %s, which is not Engram's", strings.TrimSuffix(address, "/"), answer.Status),
			Advice: "have the proxy pass every path on, as it is spelled",
		}}
	}
	return []Finding{{Found: address + " leads here"}, ClockBy("the public address", answer.Header, time.Now())}
}

// Model asks an AI endpoint for its models, which costs nothing.
func Model(ctx context.Context, address, key string) []Finding {
	answer, err := Get(ctx, strings.TrimSuffix(address, "/")+"/models", key)
	if err != nil {
		return []Finding{{Found: "the AI endpoint does not answer: " + err.Error(), Advice: "start it, or correct ENGRAM_AI_URL; until then searches and answers go without it"}}
	}
	clock := ClockBy("the AI endpoint", answer.Header, time.Now())
	switch answer.Code {
	case http.StatusUnauthorized, http.StatusForbidden:
		return []Finding{{Found: "the AI endpoint refuses the key: " + answer.Status, Advice: "correct ENGRAM_AI_KEY"}, clock}
	case http.StatusOK, http.StatusNotFound: // not every endpoint lists its models
		return []Finding{{Found: "the AI endpoint answers"}, clock}
	}
	return []Finding{{Found: "the AI endpoint answers " + answer.Status, Advice: "see its log, and whether ENGRAM_AI_URL ends with /v1"}, clock}
}

// Proxy checks that a proxy that ends TLS is believed.
func Proxy(publicURL string, tls bool, trusted []string) Finding {
	if strings.HasPrefix(publicURL, "https:") && !tls && len(trusted) == 0 {
		return Finding{
			Found:  "people come through a proxy that is not believed, and share the tries of sign-in",
			Advice: "set ENGRAM_TRUSTED_PROXIES to its address",
		}
	}
	return Finding{Found: "the proxy's headers are as the settings say"}
}
