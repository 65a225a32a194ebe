/**
 * Bounds the exports that run at the same time: one for each workspace and a few for the process, of the host and all
 * plugins together. An export reads a whole workspace, so without a bound a few clients take all reader threads.
 */
import { Problem, streamPages, type ExportsService, type Log, type StreamedPage } from '@host/plugin'
import { ExportPages } from './export-pages.ts'

/** Exports that one process runs at the same time. */
const mostAtOnce = 4
/** How long an export may stand still, in milliseconds. */
const usualStallLimit = 5 * 60_000
/** Stands where a workspace's id would for exports of the instance. */
const instanceKey = 'instance'

export class ExportSlots implements ExportsService {
  readonly #log: Pick<Log, 'warn'>
  readonly #stallLimit: number
  readonly #running = new Set<string>()

  constructor(log: Pick<Log, 'warn'>, stallLimit = usualStallLimit) {
    this.#log = log
    this.#stallLimit = stallLimit
  }

  /** How many exports run. */
  get running(): number {
    return this.#running.size
  }

  open(orgId: string = instanceKey, pages: AsyncIterable<StreamedPage>): ReadableStream<Uint8Array> {
    this.check(orgId)
    this.#running.add(orgId)
    const onEnd = (reason: 'done' | 'stalled'): void => {
      this.#running.delete(orgId)
      if (reason === 'stalled') this.#log.warn('An export was canceled because the client stopped reading', { orgId })
    }
    return streamPages(new ExportPages({ pages, stallLimit: this.#stallLimit, onEnd }))
  }

  check(orgId: string = instanceKey): void {
    if (this.#running.has(orgId)) throw workspaceBusy()
    if (this.#running.size >= mostAtOnce) throw processBusy()
  }
}

function workspaceBusy(): Problem {
  return new Problem('too_many_requests', {
    detail: {
      en: 'Another export of this workspace is still running. A workspace runs one export at a time.',
      zh: '此工作区正在进行另一项导出，同一时间只能进行一项。',
    },
    nextStep: {
      en: 'Wait for the running export to finish or cancel its download, then export again.',
      zh: '请等待当前导出完成或取消其下载，然后重新导出。',
    },
    headers: { 'retry-after': '60' },
  })
}

function processBusy(): Problem {
  return new Problem('overloaded', {
    detail: {
      en: `${mostAtOnce} exports of other workspaces are running on this server, which is the limit.`,
      zh: `服务器正在为其他工作区进行 ${mostAtOnce} 项导出，已达上限。`,
    },
    nextStep: { en: 'Export again in a few minutes.', zh: '请几分钟后重新导出。' },
    headers: { 'retry-after': '120' },
  })
}
