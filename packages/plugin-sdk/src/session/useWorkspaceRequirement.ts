import { useEffect, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useHost } from './HostProvider.tsx'
import type { WorkspaceRequirement } from './workspace-requirement.ts'

/** The requirement that the current workspace has before it shows anything. */
export function useWorkspaceRequirement(): WorkspaceRequirement | undefined {
  const { requirement } = useHost()
  return useSyncExternalStore(requirement.subscribe, requirement.current)
}

/** Sees whether the requirement is met whenever it may be: when a write has succeeded, and at every address. */
export function useRequirementChecks(path: string): void {
  const { requirement } = useHost()
  const queries = useQueryClient()
  useEffect(
    () =>
      queries.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success') requirement.check()
      }),
    [requirement, queries],
  )
  useEffect(() => requirement.check(), [requirement, path])
}
