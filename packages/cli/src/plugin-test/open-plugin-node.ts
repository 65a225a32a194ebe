import type { CliContext } from '../cli-context.ts'
import { ownNode, userCache } from '../own-node.ts'
import { PluginNode } from './plugin-node.ts'

/**
 * The Node that the host runs on, for scripts of plugins, whatever `node` of the machine is.
 * @throws CommandFailure when the executable's Node can't be copied
 */
export async function openPluginNode({ assets, env }: Pick<CliContext, 'assets' | 'env'>): Promise<PluginNode> {
  if (assets === undefined) return new PluginNode(process.execPath)
  return new PluginNode(await ownNode({ executable: process.execPath, cache: userCache(env) }))
}
