import type { TestContext } from 'node:test'
import type { Log, LogFields } from '@host/plugin'
import { BodyBudget } from '../../src/http/body-budget.ts'
import { defaultBodyLimits } from '../../src/http/body-limits.ts'
import type { ListenOptions, Listening } from '../../src/http/listen.ts'
import { listen } from '../../src/http/listen.ts'
import { StandingHeaders } from '../../src/http/standing-headers.ts'

/** A server on a free port, with its log lines and the bodies that failed. */
export interface LabServer extends Listening {
  readonly lines: { readonly level: string; readonly message: string; readonly fields: LogFields | undefined }[]
  readonly bodyErrors: { readonly path: string; readonly error: unknown }[]
  readonly stopping: AbortController
}

/** Starts a server for one test; it is stopped with the test. */
export async function labServer(
  context: TestContext,
  options: Pick<ListenOptions, 'handler' | 'limits'> &
    Partial<
      Pick<
        ListenOptions,
        'beside' | 'replace' | 'bodyLimits' | 'chargeBody' | 'isProxy' | 'standing' | 'recorder' | 'grace'
      >
    >,
): Promise<LabServer> {
  const lines: LabServer['lines'] = []
  const bodyErrors: LabServer['bodyErrors'] = []
  const stopping = new AbortController()
  const budget = new BodyBudget()
  const write = (level: string) => (message: string, fields?: LogFields) => void lines.push({ level, message, fields })
  const log: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  const listening = await listen({
    address: { host: '127.0.0.1', port: 0 },
    log,
    stopping,
    replace: (_request, error) => {
      throw error
    },
    enter: (_request, work) => work(),
    bodyLimits: () => defaultBodyLimits,
    chargeBody: () => budget.open(''),
    nameRequest: () => 'lab-request',
    isProxy: () => false,
    standing: new StandingHeaders({ 'x-standing': 'yes' }),
    recorder: undefined,
    grace: 0,
    ...options,
    onBodyError: (request, error) => void bodyErrors.push({ path: new URL(request.url).pathname, error }),
  })
  context.after(() => listening.stop(0))
  return { ...listening, lines, bodyErrors, stopping }
}
