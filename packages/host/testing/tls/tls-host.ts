import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { AnyPlugin } from '@host/plugin'
import { labHost, type LabHost, type LabOptions } from '../lab-host.ts'
import type { PemPair } from '../../src/tls/certificate-files.ts'

/** A host that serves HTTPS on a free port. */
export interface TlsHost extends LabHost {
  /** Of HTTPS. */
  readonly port: number
  /** Of plain HTTP. */
  readonly url: string
}

/** Starts a host with HTTPS; it listens, and is stopped when the test ends. */
export async function tlsHost(
  context: Pick<TestContext, 'after'>,
  environment: Readonly<Record<string, string>>,
  { plugins = [], ...options }: LabOptions & { readonly plugins?: readonly AnyPlugin[] } = {},
): Promise<TlsHost> {
  const lab = await labHost(context, plugins, {
    ...options,
    environment: { HOST_TLS_LISTEN: '127.0.0.1:0', ...environment },
  })
  const url = await lab.host.listen()
  return { ...lab, url, port: Number(new URL(lab.host.secureUrl ?? '').port) }
}

/** Writes a certificate and its key into files of a test. @returns the variables that name them, and how to replace both */
export async function certificateFiles(context: Pick<TestContext, 'after'>, pair: PemPair) {
  const folder = await mkdtemp(join(tmpdir(), 'host-tls-'))
  context.after(async () => await rm(folder, { recursive: true, force: true }))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const write = (next: PemPair): void => {
    writeFileSync(cert, next.cert)
    writeFileSync(key, next.key)
  }
  write(pair)
  return { paths: { cert, key }, environment: { HOST_TLS_CERT: cert, HOST_TLS_KEY: key }, write }
}
