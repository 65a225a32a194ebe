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
}
