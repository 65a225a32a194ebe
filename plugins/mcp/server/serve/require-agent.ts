/**
 * Admits only programs that hold an API token and send it themselves.
 *
 * Sessions are refused, so that no page, ours or foreign, can make a browser call tools in the signed-in user's name: a
 * page on a name that resolves to this host (DNS rebinding) sends no token. A page of another origin that obtained a
 * token is refused by its origin.
 */
import { Problem } from '@host/plugin'
import type { ApiCallsService } from '@host/plugin/platform'

/** @throws Problem `unauthenticated` without an API token of a workspace, `forbidden` for a page of another origin */
export function requireAgent(request: Request, calls: Pick<ApiCallsService, 'callerOf'>): void {
  if (calls.callerOf(request) === undefined) throw tokenMissing()
  const origin = request.headers.get('origin')
  if (origin !== null && !isOwnHost(origin, request.url)) throw foreignOrigin()
}

function isOwnHost(origin: string, url: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host
}

function tokenMissing(): Problem {
  return new Problem('unauthenticated', {
    detail: {
      en: 'Agents need an API token; sessions are not accepted here.',
      zh: '智能体须使用 API 令牌访问；此处不接受会话。',
    },
    nextStep: {
      en: 'Send a workspace token in the Authorization header, as "Bearer host_…".',
      zh: '请在 Authorization 标头中以 Bearer host_… 的形式提供该工作区的令牌。',
    },
  })
}

function foreignOrigin(): Problem {
  return new Problem('forbidden', {
    detail: { en: "Requests from other origins can't call tools.", zh: '其他来源的页面不能调用工具。' },
  })
}
