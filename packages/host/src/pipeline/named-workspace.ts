/**
 * The workspace that a call names: by `X-Workspace`, or by `?workspace=` where a browser sends no header, as for links,
 * images and streams. Routes of the console read neither: they are outside of workspaces. A page whose address has the
 * slug alone writes `@<slug>`, present or former, so that its first calls needn't wait for the ID.
 */
import { Problem } from '@host/plugin'
import { rawTarget, requestHeader } from '../http/node-request.ts'

/** @returns an ID, or `@` and a slug; undefined where a call names none @throws Problem `bad_request` for two of them, and for an invalid ID */
export function namedWorkspace(request: Request): string | undefined {
  const inHeader = requestHeader(request, 'x-workspace')
  const target = rawTarget(request)
  const at = target.indexOf('?')
  const inQuery = at !== -1 && target.includes('workspace=', at) ? queried(target.slice(at)) : undefined
  if (inHeader === null && inQuery === undefined) return undefined
  const named = inHeader ?? inQuery ?? ''
  if (inQuery !== undefined && inQuery !== named) throw namesTwo()
  if (!/^(?:[\w-]{1,64}|@[\w.%-]{1,128})$/.test(named)) throw notAnId()
  return named
}

function queried(query: string): string | undefined {
  const [first, ...others] = new URLSearchParams(query).getAll('workspace')
  if (others.some((other) => other !== first)) throw namesTwo()
  return first
}

function namesTwo(): Problem {
  return new Problem('bad_request', {
    detail: { en: 'The request names two workspaces.', zh: '请求指定了两个工作区。' },
    nextStep: {
      en: 'Send the same ID in X-Workspace and ?workspace=, or only one of them.',
      zh: '请在 X-Workspace 和 ?workspace= 中使用相同的 ID，或只保留其中一个。',
    },
  })
}

function notAnId(): Problem {
  return new Problem('bad_request', {
    detail: { en: 'The workspace ID of the request is invalid.', zh: '请求中的工作区 ID 无效。' },
    nextStep: { en: 'Use the ID that GET /api/auth/me returns.', zh: '请使用 GET /api/auth/me 返回的 ID。' },
  })
}
