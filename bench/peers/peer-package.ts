/**
 * Packages that only the bench needs: they have a folder and a lock of their own, beside this file.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Whether `npm ci` was run in this folder. */
export const hasPeers = (): boolean => existsSync(fileURLToPath(new URL('node_modules', import.meta.url)))

/** Loads a package of this folder. `Face` is what a job uses of it: its own types are there only when it is. */
export const peerPackage = <Face>(name: string): Promise<Face> => import(name) as Promise<Face>
