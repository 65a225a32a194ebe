import { useMemo } from 'react'
import { usePlugins, type ShellScope } from '@host/plugin-sdk/shell'
import { goKeys } from './go-keys.ts'

/** The keys that lead to each page of a shell, by path. */
export function useGoKeys(scope: ShellScope): ReadonlyMap<string, string> {
  const plugins = usePlugins()
  return useMemo(() => goKeys(plugins, scope), [plugins, scope])
}
