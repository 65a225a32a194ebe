import { useLocation } from '@host/plugin-sdk'

/** The section that the present address names: its last part. */
export function useSectionId(): string {
  return useLocation().split('/').at(-1) ?? ''
}
