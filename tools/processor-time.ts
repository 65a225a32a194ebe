import { readFileSync, rmSync } from 'node:fs'

/**
 * The command, run by a shell that writes to `target` how long its processes used the processors, in the form of
 * POSIX `times`. Its exit code stays.
 */
export function measured(command: readonly string[], target: string): readonly string[] {
  return ['/bin/sh', '-c', '"$@"; code=$?; times >"$0"; exit $code', target, ...command]
}

/** Seconds of processor time that a measured command and its ended processes took; undefined where it was killed. */
export function takeProcessorSeconds(target: string): number | undefined {
  try {
    const [, children = ''] = readFileSync(target, 'utf8').split('\n')
    const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
    return parts.length === 2
      ? parts.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0)
      : undefined
  } catch {
    return undefined
  } finally {
    rmSync(target, { force: true })
  }
}
