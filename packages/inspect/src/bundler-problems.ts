import { stripVTControlCharacters } from 'node:util'

/** What a bundler tells of one error. */
interface BundlerError {
  readonly message: string
  readonly code?: string
  readonly id?: string
  readonly exporter?: string
  readonly plugin?: string
  readonly loc?: { readonly file?: string; readonly line: number }
}

/** The errors of a bundler as sentences that name whole paths: no frames, no colors, no stacks. */
export function bundlerProblems(error: unknown): string[] {
  const { errors = [error] } = error as { errors?: readonly unknown[] }
  return errors.flatMap((each) => describe(each as BundlerError))
}

function describe({ message, plugin, id, exporter, loc }: BundlerError): string[] {
  const lines = stripVTControlCharacters(message)
    .replace(/^(\[[^\]]*\] *)+(\w*Error: )?/, '')
    .split('\n')
  // A plugin of the build writes sentences, one a line; the bundler writes one and draws the source below it.
  if (plugin !== undefined) {
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('at '))
  }
  const [first = ''] = lines
  const said = first.replace(/ in \S+$/, '').replace(/"\.\.?\/\S*"\.?$/, exporter ?? '$&')
  const place = loc?.file ?? id
  return [place === undefined ? said : `${said} (${place}${loc === undefined ? '' : ` line ${loc.line}`})`]
}
