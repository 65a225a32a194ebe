/** Where a workspace's picture is read. The path names the picture by its hash, so that it can be kept for good. */
export function logoPath(orgId: string, hash: string | null): string | null {
  return hash === null ? null : `/api/workspaces/${orgId}/logo/${hash}`
}
