import type { MaybePromise, ServiceToken } from '@host/plugin'
import type { TestClient } from './test-client.ts'
import type { TestClock } from './test-clock.ts'
import type { LogLine } from './test-log.ts'
import type { TestSpan } from './test-span.ts'
import type { Person, SignedInPerson } from './test-people.ts'

/** A running host with two workspaces and people in them. */
export interface TestHost extends AsyncDisposable {
  /**
   * A person to send requests as. The same person is the same browser each time.
   * @example assert.equal((await host.as('anonymous').get('/api/x/notes/notes')).status, 401)
   */
  as(person: Person): TestClient
  /** Answers a request of your own making, through the whole pipeline. */
  fetch(request: Request): MaybePromise<Response>
  /** The ids of the two workspaces: `here` has owner, admin and member, `there` belongs to `otherOwner`. */
  readonly workspaces: { readonly here: string; readonly there: string }
  readonly userIds: Readonly<Record<SignedInPerson, string>>
  readonly clock: TestClock
  /** The log of the host and its plugins so far. */
  readonly logs: readonly LogLine[]
  /**
   * What was recorded so far, with the option `traces`: requests, handlers, statements, jobs, and spans of `Tracing`.
   * @example assert.ok(host.spans.some(({ name }) => name === 'render invoice'))
   */
  readonly spans: readonly TestSpan[]
  /** Lines of the host's start, such as `[plugin] registered notes`. */
  readonly announced: readonly string[]
  /** Finds a service of the host or of a plugin. @throws Error when none provides it */
  service<Service>(token: ServiceToken<Service>): Service
  /** Switches a feature in `here`, or in the workspace that is named. */
  switchFeature(feature: string, enabled: boolean, orgId?: string): Promise<void>
  /**
   * Makes `here`, or the workspace that is named, the owner of a host name and of all below it, as the plugin `domains`
   * does once every name server has the record. The host needs a public URL.
   * @throws Problem `invalid_input`, `conflict`
   * @example
   * await host.proveHost('example.com')
   * const page = await host.fetch(new Request('https://menu.example.com/'))
   */
  proveHost(name: string, orgId?: string): Promise<void>
  /**
   * Runs jobs, and their consequences (events, deliveries, notifications), until none is due by `clock` and none runs.
   * They also start by themselves: wait for this instead of sleeping. Jobs due later, such as the next attempt of a
   * failed one, run once the clock has moved there. A job that does not end is waited for until its timeout.
   * @example
   * await host.as('owner').call(importNotes, { fileId })
   * await host.settleJobs()
   * host.clock.advance({ seconds: 10 })
   * await host.settleJobs()
   */
  settleJobs(): Promise<void>
  /** Takes requests from a socket of this machine. @returns the URL */
  listen(): Promise<string>
  /** Stops the host and removes its database. `await using` does it by itself. */
  close(): Promise<void>
}
