import { Problem, type WorkspaceScope } from '@host/plugin'
import { selectLink } from '../links/link-rows.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { pagePreview } from '../targets/page-title.ts'
import { TargetClient } from '../targets/target-client.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'signal'>

/** Pages that are read at once: in a process, and for a workspace. */
const [mostAtOnce, mostOfWorkspace] = [8, 2]

/** Texts for previews, from the targets of links. */
export class PreviewSuggestions {
  readonly #client: TargetClient
  readonly #running = new Map<string, number>()

  constructor({ ctx }: Pick<Parts, 'ctx'>) {
    this.#client = new TargetClient(ctx)
  }

  /** @throws Problem `not_found`, `overloaded` */
  async of({ db, orgId, signal }: Caller, id: string) {
    const { url } = await selectLink(db, id)
    const running = this.#running.get(orgId) ?? 0
    const all = this.#running.values().reduce((sum, count) => sum + count, 0)
    if (running >= mostOfWorkspace || all >= mostAtOnce) throw new Problem('overloaded')
    this.#running.set(orgId, running + 1)
    try {
      const { title, description } = pagePreview((await this.#client.page(url, signal)) ?? '')
      return { previewTitle: title, previewDescription: description }
    } finally {
      this.#release(orgId)
    }
  }

  #release(orgId: string): void {
    const left = (this.#running.get(orgId) ?? 1) - 1
    if (left === 0) this.#running.delete(orgId)
    else this.#running.set(orgId, left)
  }
}
