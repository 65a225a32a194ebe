/**
 * The API of a build without a running host: plugins register their routes while they mount, so they are mounted, on an
 * empty database of their own that is deleted with its folder. Nothing starts, nothing listens, and the database of the
 * instance is neither opened nor searched for.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Api, type OpenApiDocument } from '@host/plugin/platform'
import { readConfig } from '../config/config.ts'
import { bootToMount } from './boot.ts'
import type { BootOptions } from './boot-options.ts'

/** The plugins to mount, and the facts of the instance that the description names. */
export interface DescribeOptions extends Pick<BootOptions, 'plugins' | 'build' | 'log' | 'threadCode'> {
  /** The public address of the host; undefined if not configured. */
  readonly publicUrl: URL | undefined
}

/** Describes the whole API of a build. @throws BootError with every problem of the stage that refused */
export async function describeApi({ publicUrl, ...options }: DescribeOptions): Promise<OpenApiDocument> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(await mkdtemp(join(tmpdir(), 'host-openapi-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  const stopping = new AbortController()
  const { assembly } = await bootToMount(
    {
      ...options,
      config: { ...readConfig({ HOST_DATA: folder }), publicUrl },
      clock: Date.now,
      leaving: stopping.signal,
      stopping: stopping.signal,
      announce: () => undefined,
    },
    opened,
  )
  opened.defer(() => assembly.identity.flush())
  opened.defer(() => assembly.rates.stop())
  opened.defer(() => stopping.abort())
  const api = assembly.parts.registry.lookup('host', Api)
  if (api === undefined) throw new Error('The host has no API description.')
  return await api.document()
}
