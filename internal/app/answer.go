package app

import (
	"context"
	"fmt"
	"net/url"
	"time"

	answering "engram/internal/answer"
	"engram/internal/answer/extractive"
	"engram/internal/answer/llm"
	"engram/internal/answer/metered"
	"engram/internal/ask"
	"engram/internal/config"
	"engram/internal/conversation"
	"engram/internal/embed"
	"engram/internal/embed/encoder/kernel"
	"engram/internal/httpapi"
	"engram/internal/store/conversations"
	"engram/internal/usage"
)

// conversing holds the services that write and keep answers.
type conversing struct {
	answers       answering.Answerer
	written       *answering.Service // nil: no model writes answers
	conversations *conversation.Service
}

// fastReading is the time for reading passages on fast processors: with short ones an answer comes
// within 40 ms.
const fastReading = 28 * time.Millisecond

func (a *App) newConversing(cfg config.Config, p parts) (conversing, error) {
	saved := a.newExtractor(cfg, p.meanings)
	c := conversing{answers: saved}
	if cfg.ChatModel != "" {
		var err error
		if c.written, err = a.writer(cfg, saved, p.usage); err != nil {
			return c, err
		}
		c.answers = c.written
	}
	c.conversations = conversation.New(conversations.New(p.db), time.Now)
	return c, nil
}

// newExtractor returns what answers with saved sentences, within its limits of time.
func (a *App) newExtractor(cfg config.Config, meanings *embed.Service) *extractive.Extractor {
	saved := extractive.New(meanings, meanings)
	saved.Fitted = fitted(cfg)
	switch {
	case a.reading > 0:
		saved.Reading, saved.Patience = a.reading, a.reading
	case kernel.Best().Name == "avx512":
		saved.Reading = fastReading
	}
	return saved
}

// writer has the model of the settings write answers, and makes them of what was saved where that fails.
func (a *App) writer(cfg config.Config, saved answering.Answerer, calls usage.Recorder) (*answering.Service, error) {
	model, err := llm.New(llm.Config{URL: cfg.AIURL, Key: cfg.AIKey, Model: cfg.ChatModel})
	if err != nil {
		return nil, fmt.Errorf("ENGRAM_AI_URL: %w", err)
	}
	a.onClose(func(context.Context) error { model.Close(); return nil })
	settings := answering.Settings{
		Tokens: cfg.ChatTokens, Patience: cfg.ChatTimeout, Parallel: cfg.ChatParallel,
		Fitted: fitted(cfg),
	}
	var writes answering.Model = model
	if calls != nil {
		writes = metered.New(model, calls)
	}
	return answering.New(writes, saved, settings, a.log, time.Now), nil
}

// fitted reports whether similarities come from the built-in encoder, for which the thresholds
// hold; those of another model or other weights are unknown.
func fitted(cfg config.Config) bool {
	return cfg.EmbeddingModel == "" && (cfg.Encoder == config.EncoderOn || cfg.Encoder == config.EncoderMultilingual)
}

// rewriter has the model put follow-ups in full; nil without one.
func rewriter(written *answering.Service) ask.Rewriter {
	if written == nil {
		return nil
	}
	return written
}

// aiProvider returns the description of the configured endpoint for users, nil without one.
func aiProvider(cfg config.Config) *httpapi.AIProvider {
	address, err := url.Parse(cfg.AIURL)
	if err != nil || cfg.ChatModel == "" && cfg.EmbeddingModel == "" {
		return nil
	}
	return &httpapi.AIProvider{Host: address.Host, Chat: cfg.ChatModel != "", Embedding: cfg.EmbeddingModel != ""}
}
