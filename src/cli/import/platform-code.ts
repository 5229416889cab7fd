import { OAM_CODE } from '../../manifest/typescript/import-manifests';
import { shapeOf } from '../../manifest/typescript/shapes';
import { Expression, call, create, data, list, member, oam, objectLiteral } from '../../manifest/typescript/tree';
import { SCRAPE_SETTINGS } from '../../traits/scrape-settings';
import type { Settings } from '../settings';
import { PartMaker, platformBy, VENDOR } from '../settings/platform-of';

const CODE: PartMaker<Expression> = {
  make: (type, factory, ...args) => factory === undefined ? create(oam(type), ...args) : call(member(oam(type), factory), ...args),
  object: props => objectLiteral(Object.entries(props).flatMap(([key, value]) => value === undefined ? [] : { key, value })),
  list,
  data,
  member: (enumeration, members, value) => member(oam(enumeration), Object.keys(members).find(each => members[each] === value)!),
  scrape: settings => shapeOf(SCRAPE_SETTINGS)(settings, []).expression!,
};

/** The expression that creates the platform of the settings. */
export function platformCode({ target, written, vendor }: Settings): Expression {
  const { workloadKindPrefix, oam: own = {} } = written;
  const isReference = target === 'oam' && vendor === VENDOR && workloadKindPrefix === undefined && Object.keys(own).length === 0;
  return isReference ? OAM_CODE : platformBy(CODE, target, written);
}
