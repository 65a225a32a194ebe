/**
 * Allowed places of a plugin's routes. An API route outside the plugin's own space could answer in another's name, and
 * a page route of another plugin under the shell's addresses could show a sign-in form of its own.
 */
import type { Pattern, PatternSegment } from '@host/plugin'
import { shellRoots } from '../../http/static-files.ts'
import type { RegisteredPlugin } from '../../declared/plugin-entry.ts'

interface PlacedRoute {
  readonly pattern: Pattern
  readonly source: { toString(): string }
}

const reserved: readonly string[] = [...shellRoots, 'assets', 'help', 'healthz', 'readyz', 'metrics']

/** The routes of a plugin that lie where it may not register any, each as a sentence. */
export function placementProblems(plugin: RegisteredPlugin, routes: readonly PlacedRoute[]): readonly string[] {
  return routes.flatMap(({ pattern, source }) => {
    const fault = placementFault(plugin, pattern.segments)
    return fault === undefined
      ? []
      : [`Plugin "${plugin.name}" registers "${pattern.text}" (${source.toString()}), ${fault}`]
  })
}

function placementFault(
  { name, outOfTree, granted }: RegisteredPlugin,
  segments: readonly PatternSegment[],
): string | undefined {
  const [first, second, third] = segments
  if (isLiteral(first, 'api')) {
    if (isLiteral(second, 'x') && isLiteral(third, name) && segments.length > 3) return undefined
    if (granted.some((noun) => isBelow(segments.slice(1), noun))) return undefined
    return `which is outside its own prefix; register API routes under /api/x/${name}/.`
  }
  if (isLiteral(first, 'p') && !isLiteral(second, name)) {
    return `which is outside its own prefix; register public pages under /p/${name}.`
  }
  if (!outOfTree) return undefined
  if (first?.kind === 'param' || first?.kind === 'rest') {
    return `which could match /api and /${reserved.join(', /')}; start the path with a fixed segment.`
  }
  const shadowed = reserved.find((word) => isLiteral(first, word))
  return shadowed === undefined
    ? undefined
    : `which is under /${shadowed}, which the host serves; choose another first segment.`
}

/** Whether a path begins with a granted noun, which may have several segments, such as `instance/menus`. */
function isBelow(segments: readonly PatternSegment[], noun: string): boolean {
  return noun.split('/').every((word, index) => isLiteral(segments[index], word))
}

function isLiteral(segment: PatternSegment | undefined, value: string): boolean {
  return segment?.kind === 'literal' && segment.value === value
}
