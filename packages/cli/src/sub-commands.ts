import type { SubCommandsDef } from 'citty'

/** Commands by their names and no others: "constructor", which any object has, is as unknown a word as the next. */
export function subCommands(commands: SubCommandsDef): SubCommandsDef {
  return Object.assign(Object.create(null) as SubCommandsDef, commands)
}
