/**
 * The parts of `mailauth` that checks use, loaded with the first message: 160 ms and 27 MB. Its main module would bring
 * an HTTP client and a command line with it.
 */
export const loadSpf = once(async () => (await import('mailauth/lib/spf/index.js')).spf)
export const loadDkim = once(async () => (await import('mailauth/lib/dkim/verify.js')).dkimVerify)
export const loadArc = once(async () => (await import('mailauth/lib/arc/index.js')).arc)
export const loadDmarc = once(async () => (await import('mailauth/lib/dmarc/index.js')).evaluateDmarc)

/** Imports once: each further `import()` costs every message a look-up of the file. */
function once<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loaded: Promise<Part> | undefined
  return () => (loaded ??= load())
}
