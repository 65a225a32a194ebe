import type { BuildFacts, Log, Wording } from '@host/plugin'
import type { MemberDeprecation } from '@host/plugin/platform'
import type { OrderRestore } from '../backup/instance-restore.ts'
import type { RunSelf } from '../backup/runs/run-self.ts'
import type { BusLine } from '../database/bus/bus-line.ts'
import type { HostConfig } from '../config/config.ts'
import type { ConnectionSource } from '../http/connection-source.ts'
import type { AssetSource } from '../http/web-assets.ts'
import type { PasswordCost } from '../identity/index.ts'
import type { StepListener } from '../idempotency/states.ts'
import type { StallOptions } from '../observability/containment/stalls/watch-stalls.ts'
import type { Tracing } from '../observability/tracing/open-tracing.ts'
import type { ThreadCode } from '../support/start-thread.ts'
import type { PluginEntry } from '../declared/plugin-entry.ts'

/** One of several processes that a parent starts on this machine. */
export interface WorkerPlace {
  /** Whether it is the first of its start: all before it are dead. */
  readonly isFirst: boolean
  /** Connection to the parent, which passes messages between workers; needed on SQLite alone. */
  readonly line?: BusLine | undefined
  /**
   * The file descriptor of a dedicated pipe to the parent for the workers' caches of rights, needed on SQLite alone;
   * without it a worker caches nothing.
   */
  readonly coherencePipe?: number | undefined
  /** The parent as the source of connections; without it the worker listens itself. */
  readonly connections?: ConnectionSource | undefined
  /** The same for those of HTTPS. */
  readonly secureConnections?: ConnectionSource | undefined
}

/** Complete options of a start. */
export interface BootOptions {
  readonly plugins: readonly PluginEntry[]
  readonly config: HostConfig
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Aborted when a stop was asked for: the host is not ready any more, and still serves. */
  readonly leaving: AbortSignal
  /** Aborted when the host stops. */
  readonly stopping: AbortSignal
  /** Receives `[plugin] registered <name>` for each plugin, verbatim and once. */
  readonly announce: (line: string) => void
  readonly build: Pick<BuildFacts, 'version' | 'digest'>
  /**
   * Whether `checkPlugins` passed these plugins before, as it does those of an executable: the start then repeats no check
   * of their definitions, and a call converts the schemas of its endpoint. Checked at the start when left out.
   */
  readonly arePluginsChecked?: boolean | undefined
  /** The web distribution; without it the host has no pages. */
  readonly webAssets?: AssetSource | undefined
  /** Services of the host beyond its own, such as a test's mail. */
  readonly services?: readonly (readonly [token: { readonly name: string }, service: unknown])[] | undefined
  /** The cost of a password guess; tests lower it. */
  readonly passwordCost?: PasswordCost | undefined
  /** Called at each step of a request with an `Idempotency-Key`; tests end the process in one. */
  readonly onIdempotencyStep?: StepListener | undefined
  /** The code of threads, where there are no files to start them from: inside an executable. */
  readonly threadCode?: ThreadCode | undefined
  /**
   * For one of several processes that a parent starts on this machine. On SQLite the parent keeps other hosts off the
   * file, and the first worker of a start knows that all before it are dead.
   */
  readonly worker?: WorkerPlace | undefined
  /** The deprecated members of the contract; those of its version when left out. */
  readonly deprecations?: readonly MemberDeprecation[] | undefined
  /** Runs the executable once more, for backups; a host without it makes none by itself. */
  readonly runSelf?: RunSelf | undefined
  /**
   * Orders a restore from the process that runs the host, which stops it for that and starts it again; without it, an
   * instance is restored on the command line only.
   */
  readonly orderRestore?: OrderRestore | undefined
  /** Reason why the restore failed for which the host was stopped: the setup link from before it keeps working then. */
  readonly failedRestore?: Wording | undefined
  /** Records traces; undefined where none are sent. */
  readonly tracing?: Tracing | undefined
  /** Handling of a blocked main thread; without it there is no watch. */
  readonly stalls?: StallOptions | undefined
}
