-- What was given back of a fee is looked up by the posting that took it.
create index fee_vats_corrections on fee_vats (corrects) where corrects is not null;
