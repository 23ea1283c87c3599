/** What `xcode` reads of a project.pbxproj, by kind. */
export type Objects = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface Configuration {
  readonly name: string
  readonly base: string | undefined
  readonly settings: Readonly<Record<string, unknown>>
}

type Texts = Readonly<Record<string, string>>

export declare function readProject(file: string): Objects
export declare function referencesOf(objects: Objects, folder: string): { files: { id: string; path: string }[]; unplaced: string[] }
export declare function phasesOf(objects: Objects): { sources: string[]; resources: string[] }
export declare function settingsOf(objects: Objects): Configuration[]
export declare function regionsOf(objects: Objects): string[]
export declare function projectProblems(objects: Objects, folder: string, onDisk: readonly string[]): string[]
export declare function xcconfigOf(text: string): Texts
export declare function catalogTexts(catalog: unknown, languages: readonly string[]): Record<string, Texts>
export declare function assetProblems(catalog: string, points?: Readonly<Record<string, string>>): string[]
export declare function missingAssets(storyboard: string, catalog: string): string[]
