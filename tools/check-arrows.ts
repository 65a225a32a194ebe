import { posix } from 'node:path'
import { fixtures, hostLayers, outside, layers, sharedByTests, testsMay, type Layer } from './arrows.ts'
import { computed, importsOf } from './imports.ts'
import { report, type Finding } from './report.ts'
import { isTest, isTypeScript, readSources, type SourceFile } from './source-files.ts'

type Place = { readonly layer: Layer; readonly plugin: string | undefined }

/** Every import that goes against the arrows of `arrows.ts`. */
export function checkArrows(files: readonly SourceFile[]): Finding {
  const inside = files.filter(({ path }) => !outside.test(path))
  return { check: 'arrows', seen: inside.length, problems: inside.flatMap(problemsOf) }
}

function problemsOf(file: SourceFile): string[] {
  const place = placeOf(file.path)
  if (place === undefined) return [`${file.path}: lies in no layer of tools/arrows.ts`]
  return importsOf(file).flatMap(({ specifier, line }) => {
    const reason = refusal({ file, place, specifier })
    return reason === undefined ? [] : [`${file.path}:${line}: imports ${specifier}: ${reason}`]
  })
}

function placeOf(path: string): Place | undefined {
  for (const layer of layers) {
    const match = layer.folders.exec(path)
    if (match !== null) return { layer, plugin: match.groups?.['plugin'] }
  }
  return undefined
}

type Mention = { file: SourceFile; place: Place; specifier: string }

function refusal(mention: Mention): string | undefined {
  const { file, place, specifier } = mention
  if (specifier.startsWith('.')) return refuseRelative(mention)
  if (specifier !== computed && !specifier.startsWith('@host/')) return undefined
  if (isWithin(specifier, '@host/host/testing') && !isOfTests(file.path)) {
    return 'only tests may import what tests share'
  }
  const allowed =
    isOfTests(file.path) || fixtures.test(file.path) ? [...place.layer.may, ...testsMay, computed] : place.layer.may
  if (place.layer.mayNot?.some((name) => isWithin(specifier, name)) === true) return sentence(place)
  if (isWithin(specifier, place.layer.name)) return undefined
  if (allowed.some((name) => isWithin(specifier, name) || isPluginHalf(specifier, name))) return undefined
  return sentence(place)
}

/** Relative imports stay in their layer; the one door is from a plugin's half to its own shared part. */
function refuseRelative({ file, place, specifier }: Mention): string | undefined {
  const path = posix.join(posix.dirname(file.path), specifier)
  const target = placeOf(path)
  if (target === undefined) return 'the target lies in no layer of tools/arrows.ts'
  if (sharedByTests.test(path) && !isOfTests(file.path)) return 'only tests may import what tests share'
  const upward = isOfTests(file.path) ? undefined : refuseUpward(file.path, path)
  if (upward !== undefined) return upward
  const isSamePlugin = target.plugin === place.plugin
  if (target.layer === place.layer && isSamePlugin) return undefined
  if (target.layer.name === 'shared' && isSamePlugin && place.layer.may.includes('own shared')) return undefined
  return sentence(place)
}

const hostFolders: readonly string[] = hostLayers.flatMap(({ folders }) => folders)

/** Inside the host, a folder imports only folders below it. */
function refuseUpward(from: string, to: string): string | undefined {
  const [folder, imported] = [hostFolder(from), hostFolder(to)]
  if (folder === undefined || imported === undefined || folder === imported) return undefined
  const unknown = [folder, imported].find((name) => !hostFolders.includes(name))
  if (unknown !== undefined) return `the folder "${unknown}" lies in no layer of the host in tools/arrows.ts`
  if (hostFolders.indexOf(folder) < hostFolders.indexOf(imported)) return undefined
  return `"${folder}" of the host lies below "${imported}"; it may import only what lies below itself`
}

/** Undefined outside of the host, and for `host.ts` and `index.ts`. */
function hostFolder(path: string): string | undefined {
  return /^packages\/host\/src\/([^/]+)\//.exec(path)?.[1]
}

function isOfTests(path: string): boolean {
  return isTest(path) || sharedByTests.test(path)
}

function isWithin(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`)
}

function isPluginHalf(specifier: string, name: string): boolean {
  const half = /^any plugin (server|web)$/.exec(name)?.[1]
  const owner = layers.some((layer) => isWithin(specifier, layer.name))
  return half !== undefined && !owner && specifier.endsWith(`/${half}`)
}

function sentence({ layer, plugin }: Place): string {
  const who = plugin === undefined ? layer.name : `the ${layer.name} half of ${plugin}`
  const not = layer.mayNot === undefined ? '' : `, without ${layer.mayNot.join(', ')}`
  return `${who} may import ${layer.may.length === 0 ? 'nothing of ours' : `only ${layer.may.join(', ')}${not}`}`
}

if (import.meta.main) report(checkArrows(readSources(isTypeScript)))
