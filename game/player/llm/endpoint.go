//go:build !js

package llm

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/tidwall/gjson"
)

// longestBody is the most that is read of an answer, in bytes.
const longestBody = 32 << 20

// reply is what the model said.
type reply struct {
	status int
	body   []byte // of the answer, as it came
	text   string
	finish string // why the model stopped, e.g. "stop" or "length"
	// prompt and completion are the tokens that the endpoint counted; counted is
	// false if it did not say.
	prompt, completion int64
	counted            bool
}

// remedy is what can be done about a failure.
type remedy int

const (
	wait   remedy = iota // try again later
	yield                // this prompt will never be answered
	desist               // no prompt will be
)

// failure is a request without a reply.
type failure struct {
	status     int // 0 if no answer came
	code       string
	message    string
	retryAfter time.Duration // what the endpoint asked for, or 0
	remedy     remedy
}

func (f *failure) String() string {
	if f.status == 0 {
		return f.message
	}
	text := strconv.Itoa(f.status)
	if name := http.StatusText(f.status); name != "" {
		text += " " + name
	}
	if f.message != "" {
		text += ": " + f.message
	}
	return text
}

// answer is what came back from the endpoint, whatever it was.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// send makes one request and reads what comes back. The library's own repetitions
// are off: they would know neither the clock nor the transcript.
func (p *Player) send(ctx context.Context, r *request) (*reply, *failure) {
	limited, cancel := context.WithTimeout(ctx, p.config.RequestTimeout)
	defer cancel()
	var got answer
	_, err := p.service.New(limited, r.params, option.WithMiddleware(got.read))
	if got.status == 0 {
		return nil, p.unanswered(ctx, limited, err)
	}
	if got.status/100 == 2 {
		if said, ok := got.reply(); ok {
			said.text = p.config.Key.hide(said.text)
			return said, nil
		}
	}
	f := got.failure(p.config.Clock.Now())
	f.message = p.config.Key.hide(f.message)
	f.code = p.config.Key.hide(f.code)
	return nil, f
}

// read takes down an answer on its way to the library, which would lose the status
// of errors that have not its own form.
func (a *answer) read(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	response, err := next(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, longestBody+1))
	response.Body.Close()
	if err != nil {
		return nil, fmt.Errorf("the answer broke off: %w", err)
	}
	if len(body) > longestBody {
		return nil, fmt.Errorf("the answer is longer than %d bytes", longestBody)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	a.status, a.header, a.body = response.StatusCode, response.Header, body
	return response, nil
}

// reply reads the answer as a completion; false if it is none.
func (a *answer) reply() (*reply, bool) {
	if !gjson.ValidBytes(a.body) {
		return nil, false
	}
	root := gjson.ParseBytes(a.body)
	if !root.IsObject() {
		return nil, false
	}
	var c openai.ChatCompletion
	if c.UnmarshalJSON(a.body) != nil {
		return nil, false
	}
	if len(c.Choices) == 0 && root.Get("error").IsObject() {
		return nil, false // some gateways report failures with status 200
	}
	r := &reply{
		status: a.status, body: a.body,
		prompt: c.Usage.PromptTokens, completion: c.Usage.CompletionTokens,
		counted: c.Usage.PromptTokens > 0 || c.Usage.CompletionTokens > 0,
	}
	if len(c.Choices) > 0 {
		first := &c.Choices[0]
		r.text, r.finish = first.Message.Content, first.FinishReason
		if r.text == "" {
			r.text = first.Message.Refusal
		}
	}
	return r, true
}

// failure reads the answer as an error.
func (a *answer) failure(now time.Time) *failure {
	f := &failure{status: a.status, retryAfter: retryAfter(a.header, now)}
	var details gjson.Result
	if gjson.ValidBytes(a.body) {
		details = gjson.ParseBytes(a.body)
		if inner := details.Get("error"); inner.IsObject() {
			details = inner
		}
	}
	f.code = details.Get("code").String()
	f.message = firstOf(details.Get("message").String(), details.Get("detail").String(), details.Get("error").String())
	if f.message == "" {
		f.message = string(a.body)
	}
	f.message = shorten(f.message)
	if status, err := strconv.Atoi(f.code); err == nil && a.status/100 == 2 && status >= 400 && status < 600 {
		f.status = status
	}
	f.remedy = f.judge()
	return f
}

// judge decides what can be done about an answer that is an error.
func (f *failure) judge() remedy {
	switch {
	case f.code == "insufficient_quota":
		return desist // comes with 429, and waiting fills no account
	case f.code == "context_length_exceeded", f.code == "content_filter", f.status == http.StatusRequestEntityTooLarge:
		return yield
	case f.status == http.StatusBadRequest && strings.Contains(strings.ToLower(f.message), "context length"):
		return yield // endpoints without that code
	case f.status == http.StatusRequestTimeout, f.status == http.StatusConflict, f.status == http.StatusTooEarly,
		f.status == http.StatusTooManyRequests, f.status >= 500 && f.status != http.StatusNotImplemented, f.status/100 == 2:
		return wait
	}
	return desist
}

// unanswered says why a request got no answer.
func (p *Player) unanswered(ctx, limited context.Context, err error) *failure {
	f := &failure{code: "connection"}
	var certificate *tls.CertificateVerificationError
	var address *url.Error
	switch {
	case ctx.Err() != nil:
		f.code, f.message, f.remedy = "cancelled", "the request was cancelled", desist
		return f
	case limited.Err() != nil:
		f.code, f.message = "timeout", fmt.Sprintf("no answer within %s", p.config.RequestTimeout)
		return f
	case errors.As(err, &certificate):
		f.remedy = desist
	}
	if errors.As(err, &address) {
		err = address.Err // without the address, which is known
	}
	if err == nil {
		err = errors.New("there was no answer")
	}
	f.message = shorten(p.config.Key.hide(err.Error()))
	return f
}

// retryAfter reads how long an endpoint wants to be left alone, or 0.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return seconds(ms / 1000)
	}
	text := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(text, 64); err == nil && s > 0 {
		return seconds(s)
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// seconds turns a number of seconds into a duration of at most a year.
func seconds(s float64) time.Duration {
	const year = 365 * 24 * 3600
	return time.Duration(min(s, year) * float64(time.Second))
}

// shorten keeps the beginning of an endpoint's message on one line.
func shorten(text string) string {
	const most = 300
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return text
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
