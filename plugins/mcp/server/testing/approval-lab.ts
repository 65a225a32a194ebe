import { Notifications, Problem, definePlugin, type Notification, type NotificationOutcome } from '@host/plugin'
import { AuditLog, type AuditRecord } from '@host/plugin/platform'
import { createTestHost, testPlans, type SignedInPerson, type TestHost } from '@host/testing'
import type { ApprovalParts } from '../approvals/approval-parts.ts'
import type { ApprovalReceipt } from '../approvals/approval-request.ts'
import { askingPlugin, notesPlugin, type Holding } from './asking-plugins.ts'
import { tokenLab } from './token-lab.ts'

/** An agent's token. */
export interface LabToken {
  readonly id: string
  readonly secret: string
}

/** An answer with its JSON. */
export interface LabAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** A host with agents that request approvals, and the notifications it sent. */
export interface ApprovalLab extends AsyncDisposable {
  readonly host: TestHost
  readonly told: (Notification | NotificationOutcome)[]
  /** Whether plans of workspaces are available; if not, routes that require a tier are unavailable. */
  readonly plans: { areKnown: boolean }
  readonly parts: ApprovalParts
  token(person: SignedInPerson, wanted?: object): Promise<LabToken>
  /** Asks as an agent. */
  ask(token: LabToken, ask: object): Promise<LabAnswer>
  /** The receipt of a call that may be asked for. */
  asked(token: LabToken, ask: object): Promise<ApprovalReceipt>
  /** @param line such as `GET /api/mcp/approvals` */
  send(token: LabToken, line: string, body?: object): Promise<LabAnswer>
  /** @param verdict such as `apr_1/approve` */
  decide(person: SignedInPerson, verdict: string, body?: object): Promise<LabAnswer>
  audit(action: string): Promise<readonly AuditRecord[]>
}

const base = 'http://host.test'

export async function openApprovalLab(
  holding?: Holding,
  environment: Record<string, string> = {},
): Promise<ApprovalLab> {
  const told: (Notification | NotificationOutcome)[] = []
  const bell = definePlugin({
    name: 'bell',
    info: { title: 'Bell', description: 'Bell', icon: 'bell', category: 'Work', api: '^1' },
    models: [],
    mount: (_mux, ctx) =>
      ctx.provide(Notifications, { notify: async (_plugin, notification) => void told.push(notification) }),
  })
  const plans = { areKnown: true }
  const known = Promise.withResolvers<ApprovalParts>()
  const asking = askingPlugin((parts) => known.resolve(parts))
  const plugins = [asking, notesPlugin(holding), tokenLab, bell, plansPlugin(plans)]
  const host = await createTestHost({ plugins, environment })
  const send = async ({ secret }: LabToken, line: string, body?: object): Promise<LabAnswer> => {
    const [method = 'GET', path = '/'] = line.split(' ')
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    return await read(await host.fetch(new Request(base + path, init)))
  }
  const ask = (token: LabToken, wanted: object) => send(token, 'POST /api/mcp/ask', wanted)
  return Object.freeze<ApprovalLab>({
    host,
    told,
    plans,
    parts: await known.promise,
    send,
    ask,
    token: async (person, wanted = {}) => {
      const all = ['mcp.use', 'notes.read', 'notes.write']
      const { body } = await read(
        await host.as(person).post('/api/x/desk/tokens', { name: `Agent of ${person}`, scopes: all, ...wanted }),
      )
      const { secret, token } = body as { secret: string; token: { id: string } }
      return { id: token.id, secret }
    },
    asked: async (token, wanted) => {
      const answer = await ask(token, wanted)
      if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body as unknown as ApprovalReceipt
    },
    decide: async (person, verdict, body = {}) =>
      await read(await host.as(person).post(`/api/mcp/approvals/${verdict}`, body)),
    audit: async (action) => (await host.service(AuditLog).list(host.workspaces.here, { action, limit: 50 })).items,
    [Symbol.asyncDispose]: () => host.close(),
  })
}

/** The text that replaced the buttons in the notifications of a call. */
export function outcomeOf({ told }: ApprovalLab, id: string): string | undefined {
  const said = told.find((each) => 'outcome' in each && each.key === `approval.${id}`)
  if (said === undefined || !('outcome' in said)) return undefined
  return typeof said.outcome === 'string' ? said.outcome : said.outcome.en
}

/** Every workspace has every tier, while plans are available. */
function plansPlugin(plans: { readonly areKnown: boolean }) {
  return testPlans({
    hasTier: () => {
      if (plans.areKnown) return true
      throw new Problem('service_unavailable')
    },
  })
}

async function read(response: Response): Promise<LabAnswer> {
  const text = await response.text()
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
}
