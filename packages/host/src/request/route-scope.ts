/**
 * The scope needed by a call with an API token: the permission of its route, or the plugin's scope for the method.
 * Nothing is listed by hand, so a new route has a scope, and no existing token has it.
 */
const reading: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD'])

/** A plugin's route, as far as its scope hangs on it. */
export interface ScopedRoute {
  readonly plugin: string
  /** Undefined for a route that takes all methods. */
  readonly method: string | undefined
  readonly permission?: string | undefined
}

/** The scope of a call. */
export function scopeOf({ plugin, method, permission }: ScopedRoute): string {
  return permission ?? `${plugin}.${isReading(method) ? 'read' : 'write'}`
}

/** Every scope that some call of a route takes. */
export function scopesOf(route: ScopedRoute): readonly string[] {
  if (route.method !== undefined) return [scopeOf(route)]
  return [...new Set([scopeOf({ ...route, method: 'GET' }), scopeOf(route)])]
}

/** Whether a method only reads. */
export function isReading(method: string | undefined): boolean {
  return reading.has(method)
}
