/** Adds to a page what the server of the tests does not serve. */
import type { Page } from "playwright-core";

export interface Subresource {
  readonly subresource: string;
  readonly verbs: readonly string[];
}
interface Resource {
  readonly resource: string;
  readonly subresources?: Subresource[];
}
export interface Group {
  readonly metadata: { readonly name: string };
  readonly versions: { version: string; resources: Resource[] }[];
}

export async function changeGroups(page: Page, change: (groups: Group[]) => void): Promise<void> {
  await page.route("**/apis", async (route) => {
    const answer = await route.fetch();
    if (!answer.ok()) {
      // Before the page has signed in.
      await route.fulfill({ response: answer });
      return;
    }
    const list = (await answer.json()) as { items: Group[] };
    change(list.items);
    await route.fulfill({ json: list, headers: answer.headers() });
  });
}

/** Adds subresources to the kind Redis. */
export function addSubresources(groups: readonly Group[], added: readonly Subresource[]): void {
  for (const { resource, subresources } of groups.flatMap((group) => group.versions[0]?.resources ?? [])) {
    if (resource === "redises") {
      subresources?.push(...added);
    }
  }
}
