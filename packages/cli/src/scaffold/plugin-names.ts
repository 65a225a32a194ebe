import { CommandFailure } from '../command-failure.ts'

const pluginName = /^[a-z][a-z0-9-]{1,30}$/

/** The spellings of a plugin's name: in paths, in code, in tables and in sentences. */
export interface PluginNames {
  readonly kebab: string
  readonly pascal: string
  readonly snake: string
  readonly title: string
}

/** @throws CommandFailure with a sentence when the name is not a plugin name */
export function pluginNames(name: string): PluginNames {
  if (!pluginName.test(name)) {
    throw new CommandFailure(
      [
        `${JSON.stringify(name)} is not a valid plugin name. Use 2 to 31 lowercase letters, digits, and hyphens, starting with a letter, such as "notes".`,
      ],
      2,
    )
  }
  const words = name.split('-').filter((word) => word !== '')
  const [first = '', ...rest] = words
  return {
    kebab: name,
    pascal: words.map(capitalize).join(''),
    snake: name.replaceAll('-', '_'),
    title: [capitalize(first), ...rest].join(' '),
  }
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
