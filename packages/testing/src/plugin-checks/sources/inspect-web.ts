import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The SDK's description of a web half; the same as `WebHalfInspection` there, which only its own package names. */
export interface WebInspection {
  readonly pages: readonly {
    readonly path: string | undefined
    readonly isInstance: boolean
    readonly file: string | undefined
    readonly isExported: boolean
    readonly line: number
  }[]
  readonly texts: { readonly en: string | undefined; readonly zh: string | undefined }
  readonly problems: Readonly<Record<string, readonly string[]>>
  readonly icons: ReadonlySet<string>
}

interface WebHalfPlace {
  readonly name: string
  readonly dir: string
  readonly entry: string
  readonly isComposed: boolean
}

interface Inspector {
  inspectWebHalf(half: WebHalfPlace): WebInspection
}

/** Reads a web half by the SDK that is installed for it; undefined where there is none. */
export async function inspectWeb(half: WebHalfPlace): Promise<WebInspection | undefined> {
  const from = createRequire(join(half.dir, 'package.json'))
  let file: string
  try {
    file = from.resolve('@host/plugin-sdk/vite')
  } catch {
    return undefined
  }
  if (!existsSync(file)) return undefined
  const sdk = (await import(pathToFileURL(file).href)) as Inspector
  return sdk.inspectWebHalf(half)
}
