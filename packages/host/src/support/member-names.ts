/** The names of an object's members, those of its class and its ancestors too. */
export function memberNames(value: object): readonly string[] {
  const names = new Set<string>()
  let level: object | null = value
  while (level !== null && level !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(level)) if (name !== 'constructor') names.add(name)
    level = Object.getPrototypeOf(level) as object | null
  }
  return [...names]
}
