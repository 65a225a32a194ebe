import type { PluginContext } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { ClickWriter } from './click-writer.ts'

/** By the context of their plugin, which may be mounted several times in one process. */
export const clickWriters = new WeakMap<PluginContext<Tables>, ClickWriter>()
