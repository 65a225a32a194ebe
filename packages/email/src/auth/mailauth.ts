/**
 * The parts of `mailauth` that checks use, loaded with the first message: 160 ms and 27 MB. Its main module would bring
 * an HTTP client and a command line with it.
 */
export const loadSpf = async () => (await import('mailauth/lib/spf/index.js')).spf
export const loadDkim = async () => (await import('mailauth/lib/dkim/verify.js')).dkimVerify
export const loadArc = async () => (await import('mailauth/lib/arc/index.js')).arc
export const loadDmarc = async () => (await import('mailauth/lib/dmarc/index.js')).evaluateDmarc
