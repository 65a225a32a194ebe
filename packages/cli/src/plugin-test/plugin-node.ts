import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname } from 'node:path'

/** Runs the scripts of a plugin on one Node, which is also the `node` of everything that they start. */
export class PluginNode {
  readonly path: string

  /** @param path the Node */
  constructor(path: string) {
    this.path = path
  }

  /** The environment of a program that a plugin's command starts. */
  get environment(): NodeJS.ProcessEnv {
    const { PATH = '' } = process.env
    return { ...process.env, PATH: `${dirname(this.path)}${delimiter}${PATH}` }
  }

  /**
   * Runs a script, whose output goes where this process writes.
   * @returns the exit code; 1 for a script that a signal ended
   */
  async run(args: readonly string[], cwd: string): Promise<number> {
    const child = spawn(this.path, args, { cwd, stdio: 'inherit', env: this.environment })
    const [code] = (await once(child, 'close')) as [number | null]
    return code ?? 1
  }

  /**
   * Runs a script and reads its output; its errors go where this process writes.
   * @returns the exit code, 1 for a script that a signal ended; and the output, of which the first `most` characters are kept
   */
  async read(args: readonly string[], { cwd, most, signal }: ReadOptions): Promise<{ code: number; output: string }> {
    const child = spawn(this.path, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], env: this.environment, signal })
    let output = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (chunk: string) => {
      if (output.length < most) output += chunk
    })
    const [code] = (await once(child, 'close')) as [number | null]
    return { code: code ?? 1, output }
  }
}

/** How a script runs whose output is read. */
export interface ReadOptions {
  readonly cwd: string
  /** Characters of its output that are kept. */
  readonly most: number
  /** Ends it. */
  readonly signal: AbortSignal
}
