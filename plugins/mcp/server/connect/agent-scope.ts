/** The scope by which a token is an agent's. */
export const agentScope = 'mcp.use'
