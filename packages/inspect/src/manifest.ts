/** The parts of a plugin's `package.json` that the composer reads. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: unknown
  readonly main: string | undefined
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

/**
 * Reads the text of a `package.json`.
 * @throws SyntaxError in a sentence that gives the expected form
 */
export function parseManifest(text: string): Manifest {
  const value = parseObject(text)
  return {
    name: requireText(value, 'name'),
    version: requireText(value, 'version'),
    exports: value['exports'],
    main: typeof value['main'] === 'string' ? value['main'] : undefined,
    dependencies: ranges(value, 'dependencies'),
    optionalDependencies: ranges(value, 'optionalDependencies'),
    peerDependencies: ranges(value, 'peerDependencies'),
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new SyntaxError('has a package.json that is not valid JSON: fix it')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SyntaxError('has a package.json that is not an object: use an object with "name" and "version"')
  }
  return value as Record<string, unknown>
}

const required = {
  name: { pattern: /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/, example: 'a lowercase npm package name' },
  version: { pattern: /^\d+\.\d+\.\d+([-+][0-9a-zA-Z.+-]+)?$/, example: 'a version such as "1.0.0"' },
}

function requireText(value: Readonly<Record<string, unknown>>, key: 'name' | 'version'): string {
  const text = value[key]
  if (typeof text === 'string' && text.length <= 214 && required[key].pattern.test(text)) return text
  throw new SyntaxError(`has a package.json without a valid "${key}": use ${required[key].example}`)
}

function ranges(value: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, string>> {
  const written = value[key] ?? {}
  if (
    typeof written === 'object' &&
    !Array.isArray(written) &&
    Object.values(written).every((range) => typeof range === 'string')
  ) {
    return written as Record<string, string>
  }
  throw new SyntaxError(
    `has a package.json whose "${key}" is not an object of names and ranges: use {"<package>":"<range>"}`,
  )
}
