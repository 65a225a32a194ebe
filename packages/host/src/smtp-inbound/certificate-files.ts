/**
 * The certificate for mail, from two files of the operator. Files that were renewed are read again within a minute; a
 * pair that can't be used leaves the one before.
 */
import { readFile, stat } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Log } from '@host/plugin'
import type { SmtpCertificate } from '@host/plugin/platform'
import { BootError } from '../support/boot-error.ts'
import { runPeriodically } from '../support/periodic.ts'

/** Paths of PEM files. */
export interface CertificatePaths {
  readonly cert: string
  readonly key: string
}

const checkEvery = 60_000

export class CertificateFiles {
  readonly #paths: CertificatePaths
  readonly #log: Log
  #pair: SmtpCertificate
  #mark: string

  /** @throws BootError for files that can't be read or do not belong together */
  static async open(paths: CertificatePaths, log: Log): Promise<CertificateFiles> {
    try {
      const mark = await markOf(paths)
      return new CertificateFiles(paths, log, { mark, pair: await readPair(paths) })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const problem = `The certificate for receiving email can't be used: ${reason}; set HOST_SMTP_CERT and HOST_SMTP_KEY to PEM files that belong together.`
      throw new BootError('listen', [problem], { cause: error })
    }
  }

  private constructor(
    paths: CertificatePaths,
    log: Log,
    { mark, pair }: { readonly mark: string; readonly pair: SmtpCertificate },
  ) {
    this.#paths = paths
    this.#log = log
    this.#mark = mark
    this.#pair = pair
  }

  get pair(): SmtpCertificate {
    return this.#pair
  }

  /** Looks at the files every minute, and calls with a pair that is new. @returns how to end that */
  watch(apply: (pair: SmtpCertificate) => void): () => Promise<void> {
    return runPeriodically({
      every: checkEvery,
      work: async () => await this.check(apply),
      onError: (error) =>
        this.#log.warn('The new certificate for receiving email could not be loaded; the previous one stays in use', {
          error,
        }),
    })
  }

  /** Looks at the files now. */
  async check(apply: (pair: SmtpCertificate) => void): Promise<void> {
    const mark = await markOf(this.#paths)
    if (mark === this.#mark) return
    // A pair that is broken is reported once, until the files change again.
    this.#mark = mark
    this.#pair = await readPair(this.#paths)
    apply(this.#pair)
    this.#log.info('The certificate for receiving email was reloaded')
  }
}

async function markOf({ cert, key }: CertificatePaths): Promise<string> {
  const [one, other] = await Promise.all([stat(cert), stat(key)])
  return [one, other].map(({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`).join(' ')
}

/** @throws Error for texts that are not a certificate and its key */
async function readPair(paths: CertificatePaths): Promise<SmtpCertificate> {
  const [cert, key] = await Promise.all([readFile(paths.cert, 'utf8'), readFile(paths.key, 'utf8')])
  createSecureContext({ cert, key })
  return Object.freeze({ cert, key })
}
