import type { MailHandler } from '@host/plugin'

/** One handler of a plugin, named so that its job finds it again after a restart. */
export interface NamedHandler {
  readonly plugin: string
  /** Which of the plugin's handlers, in the order in which it registers them. */
  readonly position: number
}

/** The handlers of `ctx.onEmail`, as the host hands them over once all plugins are mounted. */
export class MailHandlers {
  readonly #handlers = new Map<string, MailHandler[]>()

  add(plugin: string, handler: MailHandler): void {
    const known = this.#handlers.get(plugin) ?? []
    this.#handlers.set(plugin, [...known, handler])
  }

  all(): readonly NamedHandler[] {
    return [...this.#handlers].flatMap(([plugin, handlers]) =>
      handlers.map((_handler, position) => ({ plugin, position })),
    )
  }

  find({ plugin, position }: NamedHandler): MailHandler | undefined {
    return this.#handlers.get(plugin)?.[position]
  }
}
