/**
 * A build without a running host: plugins register their routes while they mount, so they are mounted, on an empty
 * database of their own that is deleted with its folder. Nothing starts, nothing listens, and the database of the
 * instance is neither opened nor searched for.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, type Environment } from '../config/config.ts'
import type { Assembly } from './assembly.ts'
import { bootToMount } from './boot.ts'
import type { BootOptions } from './boot-options.ts'

/** The plugins to mount, and the facts of the instance that a description names. */
export interface MountedBuildOptions extends Pick<BootOptions, 'plugins' | 'log' | 'threadCode'> {
  /** The build that is described; left out where its version doesn't matter. */
  readonly build?: BootOptions['build']
  /** The public address of the host; undefined if not configured. */
  readonly publicUrl?: URL | undefined
  /** Variables of the configuration that the plugins need. */
  readonly environment?: Environment
}

/** Reads the services of a build whose plugins are mounted. @throws BootError with every problem of the stage that refused */
export async function withMountedBuild<Result>(
  { publicUrl, environment, build = { version: '0.0.0', digest: 'unbuilt' }, ...options }: MountedBuildOptions,
  read: (assembly: Assembly) => Result | Promise<Result>,
): Promise<Result> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(await mkdtemp(join(tmpdir(), 'host-mounted-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  const stopping = new AbortController()
  const config = readConfig({ ...environment, HOST_DATA: folder })
  const { assembly } = await bootToMount(
    {
      ...options,
      build,
      config: { ...config, publicUrl: publicUrl ?? config.publicUrl },
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
  return await read(assembly)
}
