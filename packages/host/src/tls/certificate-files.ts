/**
 * A certificate and its key from two files of the operator. Files that were renewed are read again within a minute; a
 * pair that can't be used leaves the one before.
 */
import { readFile, stat } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Log } from '@host/plugin'
import { BootError } from '../support/boot-error.ts'
import { runPeriodically } from '../support/periodic.ts'

/** Paths of PEM files. */
export interface CertificatePaths {
  readonly cert: string
  readonly key: string
}

/** A certificate, with those of its authorities behind it, and its key: PEM. */
export interface PemPair {
  readonly cert: string
  readonly key: string
}

/** Dependencies of the files. */
export interface CertificateFilesOptions {
  readonly log: Log
  /** Use of the certificate in messages, such as `receiving email`. */
  readonly use: string
  /** Names of the variables that have the paths. */
  readonly variables: { readonly cert: string; readonly key: string }
}

const checkEvery = 60_000

export class CertificateFiles {
  readonly #paths: CertificatePaths
  readonly #options: CertificateFilesOptions
  #pair: PemPair
  #mark: string

  /** @throws BootError for files that can't be read or do not belong together */
  static async open(paths: CertificatePaths, options: CertificateFilesOptions): Promise<CertificateFiles> {
    const { use, variables } = options
    try {
      const mark = await markOf(paths)
      const pair = await readTexts(paths)
      requirePair(pair)
      return new CertificateFiles(paths, options, { mark, pair })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const problem = `The certificate for ${use} can't be used: ${reason}; set ${variables.cert} and ${variables.key} to PEM files that belong together.`
      throw new BootError('listen', [problem], { cause: error })
    }
  }

  private constructor(
    paths: CertificatePaths,
    options: CertificateFilesOptions,
    { mark, pair }: { readonly mark: string; readonly pair: PemPair },
  ) {
    this.#paths = paths
    this.#options = options
    this.#mark = mark
    this.#pair = pair
  }

  get pair(): PemPair {
    return this.#pair
  }

  /** Looks at the files every minute, and calls with a pair that is new. @returns how to end that */
  watch(apply: (pair: PemPair) => void): () => Promise<void> {
    const { log, use } = this.#options
    return runPeriodically({
      every: checkEvery,
      work: async () => await this.check(apply),
      onError: (error) =>
        log.warn(`The new certificate for ${use} could not be loaded; the previous one stays in use`, { error }),
    })
  }

  /** Looks at the files now. */
  async check(apply: (pair: PemPair) => void): Promise<void> {
    const { log, use } = this.#options
    const mark = await markOf(this.#paths)
    if (mark === this.#mark) return
    const pair = await readTexts(this.#paths)
    // A pair that is broken is reported once, until the files change again; files that can't be read are read again.
    this.#mark = mark
    requirePair(pair)
    this.#pair = pair
    apply(this.#pair)
    log.info(`The certificate for ${use} was reloaded`)
  }
}

async function markOf({ cert, key }: CertificatePaths): Promise<string> {
  const [one, other] = await Promise.all([stat(cert), stat(key)])
  return [one, other].map(({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`).join(' ')
}

/** @throws Error of the system */
async function readTexts(paths: CertificatePaths): Promise<PemPair> {
  const [cert, key] = await Promise.all([readFile(paths.cert, 'utf8'), readFile(paths.key, 'utf8')])
  return Object.freeze({ cert, key })
}

/** @throws Error for texts that are not a certificate and its key */
function requirePair({ cert, key }: PemPair): void {
  createSecureContext({ cert, key })
}
