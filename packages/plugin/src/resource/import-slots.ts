/**
 * Bounds the imports that run at the same time: one for each workspace and a few for the process. An import writes up to
 * 1,000 records in one transaction, so without a bound one member delays the writes of everyone else.
 */
import { Problem } from '../errors.ts'

/** Imports that one process runs at the same time. */
const mostAtOnce = 2

export class ImportSlots {
  readonly #running = new Set<string>()

  /** Takes the place of a workspace. @throws Problem `too_many_requests`, `overloaded` @returns frees it */
  take(orgId: string): () => void {
    if (this.#running.has(orgId)) throw workspaceBusy()
    if (this.#running.size >= mostAtOnce) throw processBusy()
    this.#running.add(orgId)
    return () => void this.#running.delete(orgId)
  }
}

function workspaceBusy(): Problem {
  return new Problem('too_many_requests', {
    detail: {
      en: 'Another import of this workspace is still running. A workspace runs one import at a time.',
      zh: '此工作区正在进行另一项导入，同一时间只能进行一项。',
    },
    nextStep: {
      en: 'Wait for the running import to finish, then import again.',
      zh: '请等待当前导入完成，然后重新导入。',
    },
    headers: { 'retry-after': '5' },
  })
}

function processBusy(): Problem {
  return new Problem('overloaded', {
    detail: {
      en: `${mostAtOnce} imports of other workspaces are running on this server, which is the limit.`,
      zh: `服务器正在为其他工作区进行 ${mostAtOnce} 项导入，已达上限。`,
    },
    nextStep: { en: 'Import again in a few seconds.', zh: '请几秒后重新导入。' },
    headers: { 'retry-after': '5' },
  })
}
