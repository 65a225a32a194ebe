import { readFileSync } from 'node:fs'

/** An instruction of a Dockerfile. */
export interface Instruction {
  readonly name: string
  readonly text: string
}

/** A copy of one file or folder from another stage. */
export interface Copy {
  readonly from: string
  readonly to: string
  /** `uid:gid`; of root when left out. */
  readonly owner: string | undefined
}

/** The instructions of the last stage of a Dockerfile, which make the image. */
export function imageInstructions(path: string): readonly Instruction[] {
  const lines = readFileSync(path, 'utf8')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
  const all = lines.map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }))
  return all.slice(all.findLastIndex(({ name }) => name === 'FROM'))
}

/** The texts of all instructions of one name. */
export function textsOf(instructions: readonly Instruction[], name: string): readonly string[] {
  return instructions.filter((instruction) => instruction.name === name).map(({ text }) => text)
}

/** The arguments that an instruction has as a JSON array. */
export function argumentsOf(instructions: readonly Instruction[], name: string): readonly string[] {
  const [text = '[]'] = textsOf(instructions, name)
  return JSON.parse(text.slice(text.indexOf('['))) as readonly string[]
}

/** What the image has beyond its base. @throws Error at a form of COPY that is not read here */
export function copiesOf(instructions: readonly Instruction[]): readonly Copy[] {
  return textsOf(instructions, 'COPY').map((text) => {
    const { owner, from, to } =
      /^--from=\w+ (?:--chown=(?<owner>\S+) )?(?<from>\S+) (?<to>\S+)$/.exec(text)?.groups ?? {}
    if (from === undefined || to === undefined) throw new Error(`COPY ${text} has another form`)
    return { from, to, owner }
  })
}

/** The variables that the image sets. */
export function environmentOf(instructions: readonly Instruction[]): Readonly<Record<string, string>> {
  const pairs = textsOf(instructions, 'ENV').map((text) => text.split('=', 2))
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
}
