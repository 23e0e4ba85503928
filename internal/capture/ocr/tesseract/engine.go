// Package tesseract runs the Tesseract OCR engine as WebAssembly, without access to files, network
// or clock.
package tesseract

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strconv"

	embind "github.com/jerbob92/wazero-emscripten-embind"
	"github.com/klauspost/compress/zstd"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/emscripten"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

//go:embed tesseract.wasm.zst
var packedEngine []byte

//go:embed eng.traineddata.zst
var packedEnglish []byte

// maxMemoryPages bounds the engine's memory, in pages of 64 KiB.
const maxMemoryPages = 4096

// Engine recognises text in images. It serves one call at a time.
type Engine struct {
	runtime wazero.Runtime
	binding embind.Engine
	ocr     embind.ClassBase
}

// English returns the model of English, in Tesseract's format.
func English() ([]byte, error) { return unpack(packedEnglish) }

func unpack(packed []byte) ([]byte, error) {
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.DecodeAll(packed, nil)
}

// New starts the engine. Compiled code is cached in cacheDir; empty: nowhere.
func New(ctx context.Context, cacheDir string) (_ *Engine, err error) {
	code, err := unpack(packedEngine)
	if err != nil {
		return nil, err
	}
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(maxMemoryPages)
	if cacheDir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(cacheDir)
		if err != nil {
			return nil, err
		}
		config = config.WithCompilationCache(cache)
	}
	e := &Engine{runtime: wazero.NewRuntimeWithConfig(ctx, config), binding: embind.CreateEngine(embind.NewConfig())}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.Close(ctx))
		}
	}()
	compiled, err := e.runtime.CompileModule(ctx, code)
	if err != nil {
		return nil, err
	}
	if err := e.imports(ctx, compiled); err != nil {
		return nil, err
	}
	quiet := wazero.NewModuleConfig().WithStdout(io.Discard).WithStderr(io.Discard).WithStartFunctions("_initialize")
	if _, err := e.runtime.InstantiateModule(e.binding.Attach(ctx), compiled, quiet); err != nil {
		return nil, err
	}
	made, err := e.binding.CallPublicSymbol(e.binding.Attach(ctx), "OCREngine")
	if err != nil {
		return nil, err
	}
	e.ocr = made.(embind.ClassBase)
	return e, nil
}

// imports gives the engine what its build expects of JavaScript.
func (e *Engine) imports(ctx context.Context, compiled wazero.CompiledModule) error {
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, e.runtime); err != nil {
		return err
	}
	env := e.runtime.NewHostModuleBuilder("env")
	exporter, err := emscripten.NewFunctionExporterForModule(compiled)
	if err != nil {
		return err
	}
	exporter.ExportFunctions(env)
	if err := e.binding.NewFunctionExporterForModule(compiled).ExportFunctions(env); err != nil {
		return err
	}
	refuse(env, compiled)
	_, err = env.Instantiate(ctx)
	return err
}

// systemCalls would reach files and programs. The engine never makes them.
var systemCalls = []string{"system", "__syscall_getcwd", "__syscall_unlinkat", "__syscall_rmdir", "__syscall_getdents64", "__syscall_readlinkat"}

func refuse(env wazero.HostModuleBuilder, compiled wazero.CompiledModule) {
	for _, f := range compiled.ImportedFunctions() {
		module, name, _ := f.Import()
		for _, call := range systemCalls {
			if module != "env" || name != call {
				continue
			}
			fails := api.GoModuleFunc(func(_ context.Context, _ api.Module, stack []uint64) { stack[0] = api.EncodeI32(-1) })
			env.NewFunctionBuilder().WithGoModuleFunction(fails, f.ParamTypes(), f.ResultTypes()).Export(name)
		}
	}
}

// Load gives the engine the model of a language, such as "eng", in Tesseract's format.
func (e *Engine) Load(ctx context.Context, language string, model []byte) error {
	return e.withBytes(ctx, model, func(ctx context.Context, view any) error {
		return e.call(ctx, "loadModel", view, language)
	})
}

// HOCR recognises a PNG or JPEG of a page, whose resolution is dpi pixels an inch. It returns hOCR.
func (e *Engine) HOCR(ctx context.Context, image []byte, dpi int) (string, error) {
	ctx = e.binding.Attach(ctx)
	for name, value := range map[string]string{"tessedit_pageseg_mode": "3", "user_defined_dpi": strconv.Itoa(dpi)} {
		if err := e.call(ctx, "setVariable", name, value); err != nil {
			return "", err
		}
	}
	err := e.withBytes(ctx, image, func(ctx context.Context, view any) error {
		return e.call(ctx, "loadImage", view, false)
	})
	if err != nil {
		return "", err
	}
	said, err := e.ocr.CallInstanceMethod(ctx, e.ocr, "getHOCR", func(int32) {})
	if err != nil {
		return "", err
	}
	_, err = e.ocr.CallInstanceMethod(ctx, e.ocr, "clearImage")
	hocr, _ := said.(string)
	return hocr, err
}

// call calls a method that returns an error as a string.
func (e *Engine) call(ctx context.Context, method string, args ...any) error {
	said, err := e.ocr.CallInstanceMethod(ctx, e.ocr, method, args...)
	if message, _ := said.(string); err == nil && message != "" {
		err = errors.New(message)
	}
	if err != nil {
		return fmt.Errorf("tesseract: %s: %w", method, err)
	}
	return nil
}

// withBytes calls use with a copy of data in the engine's memory.
func (e *Engine) withBytes(ctx context.Context, data []byte, use func(ctx context.Context, view any) error) error {
	ctx = e.binding.Attach(ctx)
	made, err := e.binding.CallPublicSymbol(ctx, "ByteView", uint32(len(data)))
	if err != nil {
		return err
	}
	view := made.(embind.ClassBase)
	defer func() { _ = view.DeleteInstance(ctx, view) }()
	memory, err := view.CallInstanceMethod(ctx, view, "data")
	if err != nil {
		return err
	}
	copy(memory.([]byte), data)
	return use(ctx, made)
}

// Close frees the engine.
func (e *Engine) Close(ctx context.Context) error { return e.runtime.Close(ctx) }
