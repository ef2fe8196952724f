/**
 * Imports a package that is installed in this folder, for benchmarks only. The caller states its types,
 * so that types are checked without it.
 */
export async function importPeer<Module>(name: string): Promise<Module> {
  return (await import(name)) as Module
}
