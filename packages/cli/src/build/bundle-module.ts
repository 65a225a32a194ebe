import type { Bundle } from './bundle.ts'
import { partsOf, runBundler, type BundleOptions } from './run-bundler.ts'

/** One module that brings its source map along. @throws BuildFailure with the bundler's sentence */
export async function bundleModule(options: BundleOptions): Promise<string> {
  const { code, map } = await bundleParts(options)
  const text = Buffer.from(JSON.stringify({ version: 3, ...map })).toString('base64')
  // On a line of its own: Node prints the line of an error.
  return `${code}\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,${text}`
}

/** One module, and its source map apart. @throws BuildFailure with the bundler's sentence */
export async function bundleParts(options: BundleOptions): Promise<Bundle> {
  const [chunk] = await runBundler(options, { format: 'esm', codeSplitting: false })
  if (chunk === undefined) throw new Error('The bundler wrote no module.')
  return partsOf(chunk)
}
