/** Takes the place of a workspace's id for data of the whole instance. */
export const instanceOrgId = 'instance'
