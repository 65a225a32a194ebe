import {
  Problem,
  type ChangeHandler,
  type ChangeKind,
  type ChangePart,
  type Dependent,
  type Role,
  type WorkspaceContext,
} from '@host/plugin'

/** A kind of change of this build, with its handler. */
export interface HandledChangeKind {
  readonly plugin: string
  readonly name: string
  readonly role: Role
  readonly value: ChangeKind['value']
  readonly handler: ChangeHandler
}

/** Its tables are those of its plugin, which only the plugin knows. */
type Find = (scope: WorkspaceContext, parts: readonly ChangePart[]) => Promise<readonly Dependent[]>

/** Finds what depends on changed values, in the name of a plugin. */
export interface DependentFinder {
  readonly plugin: string
  readonly find: Find
}

const validName = /^[a-z][a-z0-9-]{0,62}$/

/** The kinds of changes of this build, and the finders of dependents. */
export class ChangeKinds {
  readonly #kinds = new Map<string, HandledChangeKind>()
  readonly #finders: DependentFinder[] = []

  get finders(): readonly DependentFinder[] {
    return this.#finders
  }

  /** @throws TypeError for an invalid name; Error for a kind that is handled twice */
  add(plugin: string, { name, role, value }: ChangeKind, handler: ChangeHandler): void {
    if (!validName.test(name)) {
      throw new TypeError(`"${name}" is not a valid kind of change: use lowercase letters, digits, and hyphens.`)
    }
    const id = idOf(plugin, name)
    if (this.#kinds.has(id)) throw new Error(`The kind of change "${name}" of ${plugin} has two handlers.`)
    this.#kinds.set(id, Object.freeze({ plugin, name, role, value, handler }))
  }

  addFinder(plugin: string, find: Find): void {
    this.#finders.push(Object.freeze({ plugin, find }))
  }

  /** A kind that its plugin plans by. @throws TypeError where it is not handled */
  require(plugin: string, { name }: Pick<ChangeKind, 'name'>): HandledChangeKind {
    const kind = this.#kinds.get(idOf(plugin, name))
    if (kind !== undefined) return kind
    throw new TypeError(`The kind of change "${name}" of ${plugin} has no handler: call handle for it while mounting.`)
  }

  /** The kind of a stored part. @throws Problem `service_unavailable` when the build lacks it */
  ofPart({ plugin, kind }: { readonly plugin: string; readonly kind: string }): HandledChangeKind {
    const handled = this.#kinds.get(idOf(plugin, kind))
    if (handled === undefined) throw new Problem('service_unavailable', { detail: missingKind })
    return handled
  }
}

function idOf(plugin: string, name: string): string {
  return `${plugin} ${name}`
}

const missingKind = {
  en: 'The plugin that makes these changes is not installed.',
  zh: '执行此类变更的插件未安装。',
}
