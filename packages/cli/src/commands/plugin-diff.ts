import { resolve } from 'node:path'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { CommandFailure } from '../command-failure.ts'
import { comparePlugins, type ComparedPlugins } from '../plugin-diff/compare-plugins.ts'
import { describeBuild } from '../plugin-diff/describe-build.ts'
import { differenceLines, refusal } from '../plugin-diff/difference-text.ts'
import { readSource } from '../plugin-diff/read-source.ts'
import { openPluginNode } from '../plugin-test/open-plugin-node.ts'
import { StopSignal } from '../stop-signal.ts'
import { strictArguments } from '../strict-arguments.ts'

const source = (about: string) => ({ type: 'positional', required: true, description: about }) as const

/** `host plugin diff`: lists what a version of a plugin adds, changes and removes, and refuses a misleading version. */
export function diffCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'diff', description: 'List the changes between two versions of a plugin, the breaking ones first' },
    args: {
      old: source('Folder, tarball, or executable with the old version'),
      new: source('Folder, tarball, or executable with the new version'),
      name: { type: 'string', description: 'The plugin to compare, of two executables', valueHint: 'NAME' },
      json: { type: 'boolean', description: 'Print the changes as JSON' },
    },
    plugins: [strictArguments],
    async run({ args }) {
      const compared = await compare(context, { from: args.old, to: args.new, name: args.name })
      context.write(args.json === true ? JSON.stringify(compared, null, 2) : textOf(compared))
      const refusals = compared.plugins.flatMap((plugin) => refusal(plugin) ?? [])
      if (refusals.length > 0) throw new CommandFailure(refusals)
    },
  })
}

interface Typed {
  readonly from: string
  readonly to: string
  readonly name: string | undefined
}

async function compare(context: CliContext, { from, to, name }: Typed): Promise<ComparedPlugins> {
  const { cwd, env } = context
  const node = await openPluginNode(context)
  using stopping = new StopSignal()
  const homes = [to, from, '.'].map((written) => resolve(cwd, written))
  const reader = { node, cwd, env, signal: stopping.signal, homes }
  try {
    return comparePlugins(await readSource(from, reader), await readSource(to, reader), name)
  } catch (error) {
    throw stopping.signal.aborted ? new CommandFailure(['Stopped.']) : error
  }
}

function textOf({ plugins, added, removed }: ComparedPlugins): string {
  const changed = plugins.length === 1 ? plugins : plugins.filter(({ changes }) => changes.length > 0)
  const parts = [
    ...changed.map((plugin) => differenceLines(plugin).join('\n')),
    ...added.map((name) => `${name}: only in the new version`),
    ...removed.map((name) => `${name}: only in the old version`),
  ]
  return parts.length === 0 ? 'No differences.' : parts.join('\n\n')
}

/** `host plugin surface`: the plugins of this build in the form that `host plugin diff` compares. */
export function surfaceCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'surface', description: 'Print what the plugins of this build offer, as JSON' },
    plugins: [strictArguments],
    run: async () => context.write(JSON.stringify(await describeBuild(context))),
  })
}
