/** Where a workspace's picture is read. Another picture has another path, so that browsers cache it without asking. */
export function logoPath(orgId: string, logo: string | null): string | null {
  return logo === null ? null : `/api/workspaces/${orgId}/logo/${logo}`
}
