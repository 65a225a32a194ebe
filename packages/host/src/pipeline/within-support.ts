/**
 * The reach of support access, from the definition of each route alone: see `support` in `EndpointOptions`. So support
 * creates no credential, reveals no secret, exports nothing, and manages neither members nor rules of the workspace.
 */
import { Problem, type RouteRequirements } from '@host/plugin'
import type { CallerSupport } from '../request/caller.ts'
import { isReading } from '../request/route-scope.ts'

/** @throws Problem `forbidden` */
export function requireWithinSupport(
  { isReadOnly }: Pick<CallerSupport, 'isReadOnly'>,
  method: string,
  { support, confined, readsOnly }: RouteRequirements,
): void {
  if (support !== true) throw beyondSupport()
  // A route of the caller's own account changes nothing in the workspace.
  if (isReadOnly && confined === undefined && !isReading(method) && readsOnly !== true) throw readsOnlySupport()
}

function beyondSupport(): Problem {
  return new Problem('forbidden', {
    detail: { en: 'Support access does not include this.', zh: '支持访问不包括此操作。' },
    nextStep: { en: 'Ask an owner of the workspace to do it.', zh: '请由工作区的所有者操作。' },
  })
}

function readsOnlySupport(): Problem {
  return new Problem('forbidden', {
    detail: { en: 'This support access is read-only.', zh: '此支持访问仅可查看。' },
    nextStep: {
      en: 'Ask for access again, and have an owner grant changes.',
      zh: '请重新申请，并由所有者授予更改权限。',
    },
  })
}
